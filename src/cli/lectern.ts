import { Command } from 'commander'
import { AppError } from '../base/errors.ts'
import { StartError } from '../base/start-error.ts'
import { FilesUnreachableError } from '../database/faults.ts'

/** The commands of the operator, each of which is loaded only when it is run or described. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  import: () => import('./import.ts'),
  addresses: () => import('./addresses.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  'sign-in-link': () => import('./sign-in-link.ts'),
  organization: () => import('./organization.ts'),
  backup: () => import('./backup.ts'),
  backups: () => import('./backups.ts'),
  recover: () => import('./recover.ts'),
  restore: () => import('./restore.ts'),
  sweep: () => import('./sweep.ts'),
  files: () => import('./files.ts'),
  'adopt-files': () => import('./adopt-files.ts'),
  'database-url': () => import('./database-url.ts'),
  doctor: () => import('./doctor.ts'),
  licences: () => import('./licences.ts'),
  sbom: () => import('./sbom.ts'),
}

const program = new Command('lectern').description('Run a Lectern server from the command line')

const [, , name = ''] = process.argv
const asked = Object.hasOwn(commands, name) ? [commands[name]] : Object.values(commands)
for (const load of asked) if (load) program.addCommand((await load()).command)

try {
  await program.parseAsync(process.argv)
} catch (error) {
  console.error(refusalOf(error))
  process.exitCode = 1
}

/** Returns the sentence of a refusal, and throws what is none. The inputs of services have the names of the options. */
function refusalOf(error: unknown): string {
  if (error instanceof StartError || error instanceof FilesUnreachableError) return error.message
  if (!(error instanceof AppError)) throw error
  if (!error.fields) return error.message
  return `${error.fields.map(({ path, message }) => `--${path} ${message}`).join('; ')}.`
}
