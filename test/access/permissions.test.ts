import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { permissionTable } from '../../src/access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../src/access/roles.ts'

const begin = '<!-- permissions: printed from src/access/permissions.ts -->'
const end = '<!-- /permissions -->'

/** The table of permissions as the README must have it: who holds each of them. */
function matrix(): string {
  const roles = [null, ...roleOrder]
  const head = `| Permission | ${roles.map((role) => (role ?? 'guest').toLowerCase()).join(' | ')} |`
  const rows = Object.entries(permissionTable).map(([permission, least]) => {
    const held = roles.map((role) => (least === 'MEMBER' || roleAtLeast(role, least) ? '✓' : ' '))
    return `| \`${permission}\` | ${held.join(' | ')} |`
  })
  return [head, `| --- |${' --- |'.repeat(roles.length)}`, ...rows].join('\n')
}

describe('the README', () => {
  test('tells who holds which permission as the table in the source does', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, after = ''] = readme.split(begin)
    const [shown] = after.split(end)
    expect(shown?.trim()).toBe(matrix())
  })
})
