"""The game and the replay in a terminal.

From the rules to the screen, each module knowing only those named before it: `game` plays a match
and `journal` writes it down; `words` names things in a language, `blocks`, `screens` and `pages`
draw; `device` is the terminal itself, `encodings` and `abilities` what it can show, `stage` is what
a person sees and is asked, `deciding` what the keys mean; `playing` and `replaying` are two
programs.

For a match on a server: `server_api` asks it over HTTP, `wire` keeps the WebSocket and puts what
comes into the `mailbox`, `remote_game` is what one seat knows of its match, `opened_hand` checks a
finished hand by its key; `lobby` waits in a room, `remote_deciding` asks while the clock runs, and
`remote` is the program.
"""
