package laws_test

func child() bool { return false }
