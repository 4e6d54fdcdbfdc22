; Colours. The words of the language are those of docs/words.md; a test holds the two together.

(comment) @comment
(string) @string
(number) @number
(dice) @number
(operator) @operator
(name) @variable
(label (name) @label)
(call (name) @function)
(field (name) @property)

((name) @keyword
  (#any-of? @keyword
    "act" "action" "add" "after" "again" "along" "always" "among" "answer" "apply" "as" "at" "bag" "bearer"
    "becomes" "before" "body" "by" "cancel" "cannot" "cap" "card" "carries" "cell" "choose" "complete" "cost"
    "count" "covers" "create" "derive" "destroy" "dice" "divide" "do" "draw" "drop" "during" "each"
    "else" "en" "enum" "event" "expect" "extend" "extends" "false" "for" "fr" "from" "function" "give" "given"
    "hide" "if" "ignore" "in" "inner" "instead" "into" "it" "kind" "label" "layer" "layers" "let" "limit"
    "manual" "may" "measure" "move" "multiply" "needs" "note" "nowhere" "odds" "of" "on" "one" "option"
    "ordered" "overlays" "owner" "pack" "patch" "per" "permanent" "player" "players" "prefer" "proceed" "push"
    "put" "raise" "remove" "repeat" "replace" "require" "reveal" "rotate" "rounding" "rule" "scenario" "seen"
    "self" "set" "setup" "span" "stat" "step" "stop" "stub" "table" "tag" "test" "this" "throw" "to" "travel"
    "true" "unit" "until" "use" "uses" "waive" "when" "where" "while" "window" "with" "within" "zone"))

["{" "}" "(" ")" "[" "]"] @punctuation.bracket
