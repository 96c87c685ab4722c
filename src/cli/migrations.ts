import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import pino from 'pino'
import { connectDatabase } from '../database/client.ts'
import { startTemporaryPostgres } from '../database/embedded/temporary.ts'
import { migrationsFolder } from '../database/migrate.ts'
import { engineAdapter } from './schema-engine/adapter.ts'
import { openSchemaEngine, type SchemaEngine } from './schema-engine/engine.ts'

const program = new Command('migrations').description('Write migrations, and check them against the schema')

program
  .command('new <name>')
  .description('write the SQL that leads from the migrations to the schema, to be read and completed by hand')
  .action((name: string) =>
    withEngine(async (engine) => {
      const created = await engine.migration(name)
      if (!created) return console.log('The migrations lead to the schema already.')
      const folder = join(migrationsFolder, created.folder)
      mkdirSync(folder)
      writeFileSync(join(folder, 'migration.sql'), created.sql)
      console.log(`Wrote ${created.folder}/migration.sql`)
      for (const warning of created.warnings) console.log(`  Careful: ${warning}`)
    }),
  )

program
  .command('drift')
  .description('fail where the migrations do not lead to the schema')
  .action(() =>
    withEngine(async (engine) => {
      const { same, difference } = await engine.drift()
      console.log(difference.trim())
      if (!same) process.exitCode = 1
    }),
  )

await program.parseAsync(process.argv)

/** Runs on two databases of an embedded server of its own, so that no data is ever in reach. */
async function withEngine(work: (engine: SchemaEngine) => Promise<void>): Promise<void> {
  const log = pino({ level: 'warn' })
  const server = await startTemporaryPostgres(log)
  try {
    const database = connectDatabase(server.url, log)
    await database.pool.query('CREATE DATABASE shadow')
    await database.close()
    const shadow = new URL(server.url)
    shadow.pathname = '/shadow'
    const engine = await openSchemaEngine(engineAdapter(server.url, shadow.href))
    await work(engine)
    engine.close()
  } finally {
    await server.stop()
  }
}
