"""The game and the replay in a terminal.

From the rules to the screen, each module knowing only those named before it: `table` folds lines
of a record into what lies on the table, `game` plays a match and `journal` writes it down; `words`
names things in a language, `blocks`, `screens` and `pages` draw; `device` is the terminal itself,
`encodings` and `abilities` what it can show, `stage` is what a person sees and is asked, `deciding`
what the keys mean; `playing` and `replaying` are the two programs.
"""
