import { Command } from 'commander'
import { type Config, loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { openDatabase } from '../database/open.ts'
import { commandLogger } from './command-logger.ts'
import { checkAddress } from './doctor/check-address.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkConfiguration } from './doctor/check-configuration.ts'
import { checkConnection } from './doctor/check-connection.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkFiles } from './doctor/check-files.ts'
import { checkGit } from './doctor/check-git.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkOidc } from './doctor/check-oidc.ts'
import { checkOutbound } from './doctor/check-outbound.ts'
import { checkReplicas } from './doctor/check-replicas.ts'
import { checkServer } from './doctor/check-server.ts'
import { type Finding, findingsOf } from './doctor/finding.ts'

export const command = new Command('doctor')
  .description(
    'Check the configuration, the database and its server, files, mail, addresses, proxies, sign-in and clocks, and say what to do',
  )
  .option('--json', 'print the findings as JSON')
  .option('--mail-to <address>', 'also send a mail there')
  .action(async ({ json = false, mailTo }: { json?: boolean; mailTo?: string }) => {
    const findings = await examine(mailTo)
    if (json) console.log(JSON.stringify(findings, undefined, 2))
    else for (const finding of findings) console.log(textOf(finding))
    if (findings.some(({ status }) => status === 'problem')) process.exitCode = 1
  })

/** Returns the findings of all checks. Those that need what another has found missing are left out. */
async function examine(mailTo: string | undefined): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    return [problemOf('configuration', error)]
  }
  return [
    ...checkConfiguration(config),
    ...(await examineDatabase(config)),
    ...(await checkBackups(config)),
    ...(await checkMail(config, mailTo)),
    ...(await checkOutbound(config)),
    ...(await checkGit()),
  ]
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  try {
    const database = await openDatabase(config, commandLogger(), { shared: true, migrated: false })
    try {
      return [
        ...(await checkDatabase(config, database)),
        ...(await checkReplicas(config, database)),
        ...(await checkConnection(config, database)),
        ...(await checkServer(database)),
        ...(await checkFiles(config, database)),
        ...(await checkAddress(config, database)),
        ...(await checkOidc(config, database)),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [problemOf('database', error)]
  }
}

/** Returns the finding for an error whose message says what is wrong and what to do. */
function problemOf(check: string, error: unknown): Finding {
  if (!(error instanceof StartError)) throw error
  const { remedy, ...finding } = findingsOf(check).problem(error.message, '')
  return finding
}

const symbols = { ok: '✓', warning: '!', problem: '✗' } as const

const textOf = ({ status, check, message, remedy }: Finding): string =>
  `${symbols[status]} ${check}: ${message}${remedy === undefined ? '' : ` ${remedy}`}`
