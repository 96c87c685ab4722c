import { readFileSync } from 'node:fs'

/** The variables that no message shows, and each of which can be read from a file. */
export const secretVariables: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URLS',
  'BOOTSTRAP_TOKEN',
  'METRICS_TOKEN',
  'SMTP_URL',
  'RENDERER_SECRET',
  'PURGE_TOKEN',
  'OIDC_CLIENT_SECRET',
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the environment with the secrets that files have: `NAME_FILE` names the file of `NAME`. Ends of lines at its end do not
 * count. `faults` has a sentence for each file that cannot be used.
 */
export function withSecretFiles(environment: Environment): { given: Environment; faults: string[] } {
  const faults: string[] = []
  const read = secretVariables.flatMap((name): [string, string][] => {
    const variable = `${name}_FILE`
    const file = environment[variable]
    if (file === undefined) return []
    try {
      if (environment[name] !== undefined) throw new Error(`cannot be set where ${name} is`)
      return [[name, secretOf(file)]]
    } catch (error) {
      faults.push(`${variable} ${(error as Error).message} (it is ${JSON.stringify(file)})`)
      return []
    }
  })
  return { given: { ...environment, ...Object.fromEntries(read) }, faults }
}

function secretOf(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`must name a file that can be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret === '') throw new Error('must name a file with the secret: it is empty')
  return secret
}
