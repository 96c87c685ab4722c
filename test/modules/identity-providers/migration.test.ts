import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from '../../../src/database/migrate.ts'
import { testDatabase } from '../../support/database.ts'

const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))
const initial = '20261128060001_initial'

/** A provider that somebody has signed in with, and a token that does not come from it. */
const before = `
INSERT INTO "Organization" (id, title, "emailDomains") VALUES ('org1', 'Company', '{}');
INSERT INTO "User" (id, "displayName", email) VALUES ('usr1', 'Ada', 'ada@example.com');
INSERT INTO "Team" (id, "organizationId", title) VALUES ('tea1', 'org1', 'Everybody');
INSERT INTO "SamlProvider" (id, "organizationId", label, "entityId", certificate, "ssoUrl", "defaultTeamId", "defaultRole", "workedAt")
VALUES ('sam1', 'org1', 'Login', 'https://idp.example.com', 'PEM', 'https://idp.example.com/sso', 'tea1', 'EDIT', now());
INSERT INTO "SamlRequest" (id, "providerId", "returnTo", "expiresAt") VALUES ('request1', 'sam1', '/', now() + interval '1 hour');
INSERT INTO "SamlAssertion" ("providerId", "assertionId", "expiresAt") VALUES ('sam1', 'assertion1', now() + interval '1 hour');
INSERT INTO "ApiToken" (id, "userId", label, prefix, hash, scopes, "samlProviderId")
VALUES ('tok1', 'usr1', 'SSO: Login', 'lectern_abcdef', 'hash1', '{read,session}', 'sam1'), ('tok2', 'usr1', 'Own', 'lectern_abcdeg', 'hash2', '{}', NULL)`

test('a database in which people have signed in by SAML keeps the providers and what came from them', async () => {
  const { database, drop } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-migrate-'))
  onTestFinished(async () => {
    await drop()
    await rm(folder, { recursive: true })
  })
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await cp(join(migrations, initial), join(folder, initial), { recursive: true })
  await applyMigrations(database, folder)
  await database.pool.query(before)

  await applyMigrations(database, migrations)

  const { prisma } = database
  expect(await prisma.identityProvider.findMany()).toEqual([
    expect.objectContaining({
      id: 'sam1',
      kind: 'SAML',
      entityId: 'https://idp.example.com',
      defaultTeamId: 'tea1',
      defaultRole: 'EDIT',
      workedAt: expect.any(Date),
    }),
  ])
  const tokens = await prisma.apiToken.findMany({ orderBy: { id: 'asc' } })
  expect(tokens).toMatchObject([
    {
      kind: 'SESSION',
      label: 'Login',
      scopes: ['read'],
      identityProviderId: 'sam1',
      idleEndsAt: expect.any(Date),
    },
    { kind: 'API', label: 'Own', scopes: [], identityProviderId: null, idleEndsAt: null },
  ])
  await prisma.identityProvider.delete({ where: { id: 'sam1' } })
  expect(await prisma.apiToken.findMany({ select: { id: true } })).toEqual([{ id: 'tok2' }])
  expect(await prisma.samlRequest.count()).toBe(0)
  expect(await prisma.samlAssertion.count()).toBe(0)
})
