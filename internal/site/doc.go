// Package site makes the reference of packs and the pages of the manual as a site: plain pages of HTML that need no server, and no
// script but for the search.
//
// things.go lists what packs declare, uses.go who speaks of it and which card shows it, right.go which card does what a diagnostic asks for, trials.go in
// which tests it comes up and which cards are in play there, code.go writes sources with their colours and links,
// manual.go the pages that are written by hand, search.go what is looked for; pages.go puts all of it on pages.
package site
