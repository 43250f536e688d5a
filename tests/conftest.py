"""What holds for the whole run of tests."""

import signal

# Whoever starts the tests in the background of a shell without job control hands them an interrupt
# that is ignored, and so would every program that a test starts and then interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
