import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/start-error.ts'
import { unneededFiles } from './unneeded-files.ts'

/** A package that is installed and that a server loads. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression, or what the package says instead. Null if it says nothing. */
  readonly licence: string | null
}

/** An entry of a lock file of npm. */
export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

/** The licences of packages that name none where npm looks, or not by its identifier: they are in a file of each. */
const toldElsewhere: Readonly<Record<string, string>> = {
  '@fontsource/ubuntu': 'LicenseRef-Ubuntu-Font-License-1.0',
  duck: 'BSD-2-Clause',
  format: 'MIT',
  khroma: 'MIT',
  'png-js': 'MIT',
}

const marker = 'node_modules/'

/** Returns the packages of a lock file that a server loads, without those for development, by name and version. */
export function packagesForProduction(
  locked: Readonly<Record<string, LockedPackage>>,
): readonly ProductionPackage[] {
  const packages = Object.entries(locked).flatMap(([path, { dev = false, version, license }]) => {
    const name = path.slice(path.lastIndexOf(marker) + marker.length)
    if (!path.startsWith(marker) || dev || version === undefined || isUnneeded(name)) return []
    return [{ name, version, licence: toldElsewhere[name] ?? license ?? null }]
  })
  return [...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values()].sort(
    (one, other) => (one.name < other.name ? -1 : 1),
  )
}

const isUnneeded = (name: string) => unneededFiles.some(({ path }) => path.test(`${name}/package.json`))

/** Returns the packages that are installed in a project and that a server loads. Throws a StartError if it has no lock file. */
export function installedPackages(project: string): readonly ProductionPackage[] {
  const file = ['npm-shrinkwrap.json', 'package-lock.json']
    .map((name) => join(project, name))
    .find((path) => existsSync(path))
  if (file === undefined)
    throw new StartError(
      `${project} has no package-lock.json or npm-shrinkwrap.json, which name the packages.`,
    )
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  const installed = Object.entries<LockedPackage>(packages).filter(([path]) =>
    existsSync(join(project, path)),
  )
  return packagesForProduction(Object.fromEntries(installed))
}
