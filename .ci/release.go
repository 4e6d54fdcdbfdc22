//go:build ignore

// Release builds kdsl for every system, with all that an author needs and no Go: an archive for each, and their checksums.
//
//	go run .ci/release.go -o dist            all of them
//	go run .ci/release.go -o dist -check     and one of them once more, elsewhere and from nothing: the bytes must be the same
//	go run .ci/release.go -licences          only lists under which licences that stands which is linked
//
// The same commit and the same Go make the same bytes, wherever and whenever it is built. Needs Go, git, and the network or a filled
// cache of modules; with npm it also makes the extension for VS Code, for each system with the kdsl of that system.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
)

// target is a system that kdsl is built for.
type target struct{ os, arch string }

var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

var (
	out      = flag.String("o", "", "the folder that the archives go to")
	version  = flag.String("version", "", "the version (default made of the commit)")
	vsix     = flag.String("vsix", "", "the extension for VS Code, without kdsl (default made by npm, where there is one)")
	check    = flag.Bool("check", false, "build one of them once more, and compare")
	licences = flag.Bool("licences", false, "list the licences of what is linked, and build nothing")
	only     = flag.String("only", "", "only this system, such as linux/amd64")
)

func main() {
	flag.Parse()
	if err := release(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release() error {
	linked, err := modules()
	if err != nil {
		return err
	}
	if *licences {
		for _, m := range linked {
			fmt.Println(m.name, m.version, m.licence)
		}
		return nil
	}
	if *out == "" {
		return fmt.Errorf("name the folder that the archives go to: -o FOLDER")
	}
	if *version == "" {
		commit, err := run(nil, "git", "rev-parse", "--short=12", "HEAD")
		if err != nil {
			return err
		}
		*version = "0.0.0-" + strings.TrimSpace(commit)
	}
	work, err := os.MkdirTemp("", "kdsl-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	if err := vulnerable(); err != nil {
		return err
	}
	common, err := shared(linked, work)
	if err != nil {
		return err
	}
	extension, err := extension(work)
	if err != nil {
		return err
	}
	var sums strings.Builder
	put := func(name string, data []byte) error {
		line := fmt.Sprintf("%s  %s", sum(data), name)
		fmt.Printf("%s  %.1f MB\n", line, float64(len(data))/1e6)
		sums.WriteString(line + "\n")
		return os.WriteFile(filepath.Join(*out, name), data, 0o644)
	}
	for _, t := range targets {
		if *only != "" && *only != t.os+"/"+t.arch {
			continue
		}
		name, data, err := archive(t, common, work, ".")
		if err != nil {
			return err
		}
		if err := put(name, data); err != nil {
			return err
		}
		if extension == nil {
			continue
		}
		if name, data, err = bringing(t, extension, work); err != nil {
			return err
		}
		if err := put(name, data); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(*out, "SHA256SUMS"), []byte(sums.String()), 0o644); err != nil {
		return err
	}
	if *check {
		return again(common, work, sums.String())
	}
	return nil
}

// again builds a copy of the commit in another folder, with an empty cache.
func again(common map[string][]byte, work, sums string) error {
	t := targets[0]
	copied := filepath.Join(work, "somewhere", "else")
	if _, err := run(nil, "git", "clone", "-q", "--no-hardlinks", ".", copied); err != nil {
		return err
	}
	os.Setenv("GOCACHE", filepath.Join(work, "cache"))
	name, data, err := archive(t, common, work, copied)
	if err != nil {
		return err
	}
	if !strings.Contains(sums, sum(data)+"  "+name) {
		return fmt.Errorf("%s is another when it is built in another folder (is everything committed?)", name)
	}
	fmt.Println("the same bytes when it is built elsewhere:", name)
	return nil
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// run runs a program, and answers what it says.
func run(env []string, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	c.Stderr = &said
	b, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said.String())
	}
	return string(b), nil
}

// build builds kdsl of a module for a system.
func build(t target, module, to string) error {
	_, err := run([]string{"GOOS=" + t.os, "GOARCH=" + t.arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off"},
		"go", "build", "-C", module, "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.version="+*version, "-o", to, "./cmd/kdsl")
	return err
}

// made is the list of what a program was made of, in the format of CycloneDX.
func made(program string) ([]byte, error) {
	said, err := run(nil, "go", "run", "-trimpath", "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0",
		"bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v"+*version, program)
	return []byte(said), err
}

// vulnerable looks for what is known to be wrong with what kdsl uses, where the database can be had; to find something is an error.
func vulnerable() error {
	_, err := run(nil, "go", "run", "golang.org/x/vuln/cmd/govulncheck@v1.9.0", "./cmd/kdsl")
	if err != nil && strings.Contains(err.Error(), "fetching vulnerabilities") {
		fmt.Println("what is known to be wrong with what kdsl uses is not looked for: there is no way to vuln.go.dev")
		return nil
	}
	return err
}

// shared are the files that every archive has.
func shared(linked []module, work string) (map[string][]byte, error) {
	all := map[string][]byte{"LICENSES.txt": list(linked)}
	names := []string{"LICENSE", "docs/tutorial.md", "docs/tutorial.fr.md", "docs/guide.md", "docs/cards.md", "lang/spec.md", "editors/README.md", "editors/neovim/kdsl.lua",
		"examples/homebrew.kdsl", "examples/pig.kdsl"} // where they lie, so that they find each other
	pictures, err := filepath.Glob("docs/pictures/*.svg")
	if err != nil {
		return nil, err
	}
	for _, name := range append(names, pictures...) {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all[filepath.ToSlash(name)] = b
	}
	here := filepath.Join(work, "kdsl-here")
	if _, err := run([]string{"GOFLAGS=-mod=readonly"}, "go", "build", "-buildvcs=false", "-o", here, "./cmd/kdsl"); err != nil {
		return nil, err
	}
	for shell, name := range map[string]string{"bash": "kdsl.bash", "zsh": "_kdsl", "fish": "kdsl.fish", "powershell": "kdsl.ps1"} {
		text, err := run(nil, here, "completion", shell)
		if err != nil {
			return nil, err
		}
		all["completions/"+name] = []byte(text)
	}
	return all, nil
}

// start is what Windows opens by a double click: a terminal in which kdsl is found, and shows what it says as it is meant.
const start = "@echo off\r\ntitle kdsl\r\nchcp 65001 >nul\r\nset \"PATH=%~dp0;%PATH%\"\r\ncd /d \"%USERPROFILE%\"\r\nkdsl version\r\necho.\r\n" +
	"echo docs\\tutorial.md and docs\\tutorial.fr.md, in the folder of this file, show how to begin;\r\necho kdsl site -o site  writes them as pages: open site\\manual\\tutorial.html or tutorial.fr.html.\r\necho Make a folder of your own:  mkdir lighthouse   and go there:  cd lighthouse\r\necho.\r\ncmd /k\r\n"

// built is where the program for a system stands.
func built(t target, work string) string {
	name := "kdsl"
	if t.os == "windows" {
		name += ".exe"
	}
	return filepath.Join(work, t.os+"-"+t.arch, name)
}

// extension are the files of the extension for VS Code without kdsl, as they lie in its package; nil when none is named and
// nothing here can make it.
func extension(work string) (map[string][]byte, error) {
	if *vsix == "" {
		if _, err := exec.LookPath("npm"); err != nil {
			fmt.Println("the extension for VS Code is left out: there is no npm")
			return nil, nil
		}
		*vsix = filepath.Join(work, "kdsl.vsix")
		for _, args := range [][]string{{"ci", "--no-audit", "--no-fund"}, {"run", "package", "--", "-o", *vsix}} {
			if _, err := run(nil, "npm", append([]string{"--prefix", "editors/vscode"}, args...)...); err != nil {
				return nil, err
			}
		}
	}
	z, err := zip.OpenReader(*vsix)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	all := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		all[f.Name] = b
	}
	return all, nil
}

// bringing is the extension for VS Code on a system, with the kdsl that was built for it: its name, and its bytes.
func bringing(t target, extension map[string][]byte, work string) (string, []byte, error) {
	names := map[string]string{"windows": "win32", "amd64": "x64"} // as Node calls them
	platform := ""
	for _, part := range []string{t.os, t.arch} {
		if other := names[part]; other != "" {
			part = other
		}
		platform = strings.TrimPrefix(platform+"-"+part, "-")
	}
	const manifest, identity = "extension.vsixmanifest", "<Identity "
	files := maps.Clone(extension)
	if strings.Count(string(files[manifest]), identity) != 1 {
		return "", nil, fmt.Errorf("%s: the manifest of the extension is not as it was", *vsix)
	}
	files[manifest] = []byte(strings.Replace(string(files[manifest]), identity, identity+`TargetPlatform="`+platform+`" `, 1))
	to := built(t, work)
	binary, err := os.ReadFile(to)
	if err != nil {
		return "", nil, err
	}
	files["extension/bin/"+platform+"/"+filepath.Base(to)] = binary
	data, err := zipped(files)
	return fmt.Sprintf("kdsl-%s-%s.vsix", *version, platform), data, err
}

// archive is what somebody gets for a system: its name, and its bytes.
func archive(t target, common map[string][]byte, work, module string) (string, []byte, error) {
	program := filepath.Base(built(t, work))
	to := built(t, work)
	if err := build(t, module, to); err != nil {
		return "", nil, err
	}
	binary, err := os.ReadFile(to)
	if err != nil {
		return "", nil, err
	}
	bill, err := made(to)
	if err != nil {
		return "", nil, err
	}
	files := map[string][]byte{program: binary, "kdsl.cdx.json": bill}
	for name, b := range common {
		files[name] = b
	}
	folder := fmt.Sprintf("kdsl-%s-%s-%s", *version, t.os, t.arch)
	var data []byte
	if t.os == "windows" {
		files["start.cmd"] = []byte(start)
		data, err = zipped(within(folder, files))
		return folder + ".zip", data, err
	}
	data, err = tarred(within(folder, files))
	return folder + ".tar.gz", data, err
}

// day is when every file was made: a zip knows no earlier one.
var day = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func sorted(files map[string][]byte) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// within are files in a folder.
func within(folder string, files map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for name, b := range files {
		out[folder+"/"+name] = b
	}
	return out
}

func mode(name string) fs.FileMode {
	if strings.HasSuffix(name, "/kdsl") || strings.HasSuffix(name, ".exe") {
		return 0o755
	}
	return 0o644
}

func zipped(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range sorted(files) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: day}
		h.SetMode(mode(name))
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

func tarred(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	g, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(g)
	for _, name := range sorted(files) {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: int64(mode(name)), Size: int64(len(files[name])), ModTime: day, Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = g.Close()
	return b.Bytes(), err
}

// module is one that is linked into kdsl.
type module struct{ name, version, licence, text string }

// modules lists what is linked, for any system. A licence that is not known is an error.
func modules() ([]module, error) {
	seen := map[string]bool{}
	var all []module
	for _, system := range []string{"linux", "darwin", "windows"} {
		said, err := run([]string{"GOOS=" + system, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly"}, "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/kdsl")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(said) {
			parts := strings.Split(strings.TrimSpace(line), "\t")
			if len(parts) != 3 || seen[parts[0]] {
				continue
			}
			seen[parts[0]] = true
			m := module{name: parts[0], version: parts[1]}
			if m.text, err = licenceIn(parts[2]); err != nil {
				return nil, fmt.Errorf("%s: %w", m.name, err)
			}
			if m.licence = known(m.text); m.licence == "" {
				return nil, fmt.Errorf("%s stands under a licence that is not known here:\n%s", m.name, m.text)
			}
			all = append(all, m)
		}
	}
	root, err := run(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	text, err := licenceIn(strings.TrimSpace(root))
	if err != nil || known(text) == "" {
		return nil, fmt.Errorf("the licence of Go: %v", err)
	}
	all = append(all, module{"Go's own packages", "", known(text), text})
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// licenceIn reads the licence in a folder, with the notices that it asks to be kept.
func licenceIn(dir string) (string, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var licence, notices string
	for _, e := range list {
		name := strings.ToUpper(e.Name())
		is := strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING")
		if e.IsDir() || !is && !strings.HasPrefix(name, "NOTICE") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		if is {
			licence += string(b) + "\n"
		} else {
			notices += string(b) + "\n"
		}
	}
	if licence == "" {
		return "", fmt.Errorf("there is no licence in %s", dir)
	}
	return licence + notices, nil
}

// known is the name of a licence by its words; "" for one that nobody has looked at.
func known(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	has := func(s string) bool { return strings.Contains(words, s) }
	switch {
	case has("Apache License Version 2.0"):
		return "Apache-2.0"
	case has("Permission is hereby granted, free of charge") && has("without restriction"):
		return "MIT"
	case has("Redistribution and use in source and binary forms") && has("endorse or promote"):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	}
	return ""
}

// list is the licences, one after the other.
func list(linked []module) []byte {
	var b bytes.Buffer
	b.WriteString("kdsl stands under the licence in LICENSE. What is linked into it stands under these:\n\n")
	for _, m := range linked {
		fmt.Fprintf(&b, "%s %s: %s\n", m.name, m.version, m.licence)
	}
	for _, m := range linked {
		fmt.Fprintf(&b, "\n%s\n%s %s\n%s\n\n%s\n", strings.Repeat("=", 80), m.name, m.version, strings.Repeat("=", 80), strings.TrimSpace(m.text))
	}
	return b.Bytes()
}
