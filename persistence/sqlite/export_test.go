package sqlite

// Migrations are the embedded steps.
func Migrations() []string { return migrations() }

// NewWith is [New] for a program that knows other migrations.
func NewWith(dir string, migrations []string) *Driver {
	return &Driver{dir: dir, migrations: migrations, readable: len(migrations)}
}
