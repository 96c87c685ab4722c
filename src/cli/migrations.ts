import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { startTemporaryPostgres } from '../database/embedded/temporary.ts'
import { type MigrationState, migrationStates, migrationsFolder } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { commandLogger } from './command-logger.ts'
import { engineAdapter } from './schema-engine/adapter.ts'
import { openSchemaEngine, type SchemaEngine } from './schema-engine/engine.ts'

const program = new Command('migrations').description('Write migrations, and check them against the schema')

program
  .command('new <name>')
  .description('write a migration with the changes of the schema, to be reviewed and completed by hand')
  .option('--draft', 'write an empty migration if the schema has no changes, for SQL that it cannot express')
  .action((name: string, { draft = false }: { draft?: boolean }) =>
    withEngine(async (engine) => {
      const created = await engine.migration(name, draft)
      if (!created) return console.log('The migrations match the schema; there is nothing to write.')
      const folder = join(migrationsFolder, created.folder)
      mkdirSync(folder)
      writeFileSync(join(folder, 'migration.sql'), created.sql)
      console.log(`Wrote ${created.folder}/migration.sql`)
      for (const warning of created.warnings) console.log(`  Warning: ${warning}`)
    }),
  )

program
  .command('drift')
  .description('compare the migrations with the schema; fail if they differ')
  .action(() =>
    withEngine(async (engine) => {
      const { same, difference } = await engine.drift()
      console.log(difference.trim())
      if (!same) process.exitCode = 1
    }),
  )

program
  .command('status')
  .description('show the state of each migration in the configured database; fail if one needs attention')
  .action(async () => {
    const states = await statesOfDatabase()
    for (const { name, state } of states) console.log(`${state.padEnd(8)} ${name}`)
    if (states.some(({ state }) => ['failed', 'edited', 'unknown'].includes(state))) process.exitCode = 1
  })

try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
// The engine never clears the timer with which it waits for its lock, which would keep the process alive.
process.exit()

/** Reads the states of the migrations without changing the database. */
async function statesOfDatabase(): Promise<MigrationState[]> {
  const database = await openDatabase(loadConfig(), commandLogger(), { shared: true, migrated: false })
  try {
    return await migrationStates(database)
  } finally {
    await database.close()
  }
}

/** Runs the engine on a temporary embedded server, so that it never has access to data. */
async function withEngine(work: (engine: SchemaEngine) => Promise<void>): Promise<void> {
  const server = await startTemporaryPostgres(commandLogger())
  try {
    const engine = await openSchemaEngine(engineAdapter(server.url))
    await work(engine)
    engine.close()
  } finally {
    await server.stop()
  }
}
