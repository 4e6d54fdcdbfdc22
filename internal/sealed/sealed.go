// Package sealed writes and reads documents of JSON that know their own hash: games that are saved, and
// replays.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// Head is what a document begins with.
type Head struct {
	FormatVersion int    `json:"format_version"`
	Magic         string `json:"magic"`
}

// Kind is a kind of documents: what messages call them, and how they begin.
type Kind struct {
	Name string
	Head
}

// Write writes a document, with the SHA-256 of the whole with "" there in its field sum.
func Write(document any, sum *string) ([]byte, error) {
	*sum = ""
	b, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(b)
	*sum = hex.EncodeToString(hash[:])
	return json.Marshal(document)
}

// Read reads a document strictly: of this kind and version, whole, as Write writes it but for blanks, with the hash that
// its field sum says. It answers how Write writes it.
func (k Kind) Read(b []byte, document any, sum *string) ([]byte, error) {
	var head Head
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, fmt.Errorf("it is no %s: kdsl has not written it, or a part of it is missing", k.Name)
	}
	if head.Magic != k.Magic {
		return nil, fmt.Errorf("it is no %s", k.Name)
	}
	if head.FormatVersion != k.FormatVersion {
		return nil, fmt.Errorf("it is a %s in format %d, this kdsl reads format %d", k.Name, head.FormatVersion, k.FormatVersion)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(document); err != nil {
		return nil, k.Damaged("%.200v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, k.Damaged("something stands behind its end")
	}
	said := *sum
	want, err := Write(document, sum)
	if err != nil {
		return nil, err
	}
	var is bytes.Buffer
	if err := json.Compact(&is, b); err != nil || *sum != said || !bytes.Equal(is.Bytes(), want) { // a name that stands there twice is read once
		return nil, k.Changed()
	}
	return want, nil
}

// Damaged says what is wrong in a document.
func (k Kind) Damaged(format string, args ...any) error {
	return fmt.Errorf("the %s is damaged: %s", k.Name, fmt.Sprintf(format, args...))
}

// Changed says that a document is not as it was written.
func (k Kind) Changed() error {
	return fmt.Errorf("the %s is damaged or was changed: its hash is not that of what it holds", k.Name)
}
