import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../../base/config.ts'
import { hasFreeSpace } from '../../base/free-space.ts'
import type { Database } from '../../database/client.ts'
import { isStore } from '../../modules/content/store-id.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('files')

const gigabyte = 1024 ** 3
const scarceBytes = gigabyte

/** Checks that DATA_DIR can be written, has space, and has the files of the database. */
export async function checkFiles(config: Config, database: Database): Promise<Finding[]> {
  const { dataDir } = config
  try {
    await access(dataDir, constants.W_OK)
  } catch (error) {
    return [
      problem(
        `DATA_DIR cannot be written: ${reasonOf(error)}.`,
        `Make ${dataDir} a folder of the account that runs the server.`,
      ),
    ]
  }
  const findings = config.filesBucket
    ? await checkBucket(config, database)
    : await checkFolder(config, database)
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${(free / gigabyte).toFixed(1)} GB are free in ${dataDir}.`
  if (!(await hasFreeSpace(dataDir)))
    findings.push(problem(text, 'Make space, without which nothing can be uploaded or imported.'))
  else findings.push(free < scarceBytes ? warning(text, 'Make space before it is full.') : ok(text))
  return findings
}

async function checkFolder(config: Config, database: Database): Promise<Finding[]> {
  if (await isStore(config, database)) return []
  return [
    problem(
      'DATA_DIR is not the folder of the files of this database.',
      'Mount or copy the right one, or run npm run lectern -- adopt-files to go on with this one.',
    ),
  ]
}

/** The name of the object with which the permissions are tried. */
const triedName = 'doctor'

/** Checks that the bucket has the files of the database, and lets objects be written, read, listed and deleted. */
async function checkBucket(config: Config, database: Database): Promise<Finding[]> {
  const bucket = fileStorage(config)
  try {
    const findings: Finding[] = []
    if (!(await isStore(config, database)))
      findings.push(
        problem(
          `${bucket.name} does not have the files of this database.`,
          'Run npm run lectern -- files move to copy them there, or set FILES_URL to the bucket that has them.',
        ),
      )
    await bucket.write(triedName, Buffer.from(triedName))
    const read = await bucket.readText(triedName)
    for await (const _ of bucket.list(triedName));
    await bucket.remove(triedName)
    if (read !== triedName) throw new Error('what was written could not be read')
    return [...findings, ok(`${bucket.name} can be written, read, listed and deleted from.`)]
  } catch (error) {
    return [
      problem(
        `${reasonOf(error)}.`,
        'Check FILES_URL, the credentials and their permissions, and that the bucket can be reached from this machine.',
      ),
    ]
  }
}
