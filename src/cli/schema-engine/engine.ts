import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import { migrationsFolder } from '../../database/migrate.ts'

const schemaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url))
const filters = { externalTables: [], externalEnums: [] }
const lockFile = 'migration_lock.toml'

export interface SchemaEngine {
  /** Compares the migrations with the schema. `difference` is a readable summary. */
  drift(): Promise<{ same: boolean; difference: string }>
  /** Creates the next migration. Returns null if the schema has no changes, unless `draft` is true. */
  migration(name: string, draft: boolean): Promise<{ folder: string; sql: string; warnings: string[] } | null>
  close(): void
}

/**
 * Opens Prisma's schema engine from its WebAssembly package: the native engine of the Prisma CLI is not on npm. May be
 * called once per process, because the generated bindings keep views of the memory of the last instance.
 */
export async function openSchemaEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  load()
  const files = schemaFiles()
  const datamodels = files.map(({ path, content }) => [path, content] as [string, string])
  const engine = await glue.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  return {
    drift: async () => {
      const { exitCode, stdout } = await engine.diff({
        from: { tag: 'migrations', ...migrationsList() },
        to: { tag: 'schemaDatamodel', files },
        script: false,
        exitCode: true,
        filters,
      })
      return { same: exitCode === 0, difference: stdout ?? '' }
    },
    migration: async (name, draft) => {
      const list = migrationsList()
      // The order matters: applyMigrations gives the engine the current state, devDiagnostic the shadow database.
      await engine.applyMigrations({ migrationsList: list, filters })
      await engine.devDiagnostic({ migrationsList: list, filters })
      const loss = await engine.evaluateDataLoss({ migrationsList: list, schema: { files }, filters })
      const created = await engine.createMigration({
        draft,
        migrationName: name,
        migrationsList: list,
        schema: { files },
        filters,
      })
      if (created.migrationScript === null) return null
      const warnings = loss.warnings.map((warning) => warning.message)
      return {
        folder: created.generatedMigrationName,
        sql: `${created.migrationScript.trimEnd()}\n`,
        warnings,
      }
    },
    close: () => engine.free(),
  }
}

function load(): void {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = new WebAssembly.Module(readFileSync(join(dirname(entry), 'schema_engine_bg.wasm')))
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(`the schema engine failed: ${message}`)
      },
    },
  })
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': glue as never })
  glue.__wbg_set_wasm(exports)
  ;(exports as { __wbindgen_start(): void }).__wbindgen_start()
}

const schemaFiles = () =>
  (readdirSync(schemaFolder, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.prisma'))
    .sort()
    .map((file) => join(schemaFolder, file))
    .map((path) => ({ path, content: readFileSync(path, 'utf8') }))

function migrationsList() {
  const lock = join(migrationsFolder, lockFile)
  return {
    baseDir: migrationsFolder,
    lockfile: { path: lockFile, content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: readdirSync(migrationsFolder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .map((path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: readFileSync(join(migrationsFolder, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
  }
}
