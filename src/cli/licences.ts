import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { installedPackages, type ProductionPackage } from './install/production-packages.ts'

export const command = new Command('licences')
  .description('List the licences of the packages that a server loads')
  .option('--json', 'print each package with its version and licence, as JSON')
  .action(({ json = false }: { json?: boolean }) => {
    const packages = installedPackages(fileURLToPath(new URL('../..', import.meta.url)))
    if (json) console.log(JSON.stringify(packages, undefined, 2))
    else for (const line of linesOf(packages)) console.log(line)
    if (packages.some(({ licence }) => licence === null)) process.exitCode = 1
  })

/** The number of packages up to which those of a licence are named. */
const named = 5

/** Returns a line for each licence, the most frequent one first. */
function linesOf(packages: readonly ProductionPackage[]): string[] {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? 'no licence')
  return [...byLicence]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([licence, having]) => {
      const names = having.length > named ? '' : `  ${having.map(({ name }) => name).join(', ')}`
      return `${String(having.length).padStart(4)}  ${licence}${names}`
    })
}
