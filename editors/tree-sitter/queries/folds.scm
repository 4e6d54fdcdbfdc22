; What may be folded.
[(block) (parentheses) (list)] @fold
