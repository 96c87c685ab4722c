import { generateToken, hashToken, tokenPrefix } from '../../../src/access/tokens.ts'
import { newId } from '../../../src/base/identifiers.ts'
import { insertRow } from '../../../src/database/rows.ts'
import type { Role } from '../../../src/generated/prisma/enums.ts'
import type { TestApp } from '../app.ts'

export interface TestUser {
  id: string
  displayName: string
  email: string
  token: string
}

/** Begins with four digits, so that lists by name have the same order in whichever order files run: `User 10` is before `User 9`. */
let counter = 1000

/** Builds a user with a token, in no organization. */
export async function buildUser(
  app: TestApp,
  options: { displayName?: string; scopes?: string[] } = {},
): Promise<TestUser> {
  const user = newUser(options.displayName)
  const { token, ...columns } = user
  const run = app.database.write
  await insertRow(run, 'User', columns)
  await insertRow(run, 'ApiToken', { userId: user.id, ...tokenData(token, options.scopes) })
  return user
}

function newUser(displayName?: string): TestUser {
  counter += 1
  const id = newId('User')
  return {
    id,
    displayName: displayName ?? `User ${counter}`,
    email: `user-${id}@example.com`,
    token: generateToken(),
  }
}

/** Gives a user another token. */
export async function buildToken(
  app: TestApp,
  user: { id: string },
  scopes?: string[],
): Promise<{ token: string }> {
  const token = generateToken()
  await insertRow(app.database.write, 'ApiToken', { userId: user.id, ...tokenData(token, scopes) })
  return { token }
}

const tokenData = (token: string, scopes: string[] = []) => ({
  id: newId('ApiToken'),
  label: 'test',
  prefix: tokenPrefix(token),
  hash: hashToken(token),
  scopes,
})

/** Makes a user a member; a null role is a guest. */
export async function addMember(
  app: TestApp,
  organizationId: string,
  user: { id: string },
  role: Role | null,
): Promise<void> {
  const run = app.database.write
  await insertRow(run, 'Member', { id: newId('Member'), organizationId, userId: user.id, role })
}

/** Builds a new user who is a member of the organization. */
export async function buildMember(
  app: TestApp,
  organizationId: string,
  role: Role | null,
): Promise<TestUser> {
  const user = await buildUser(app, { displayName: `${role ?? 'guest'} ${counter + 1}` })
  await addMember(app, organizationId, user, role)
  return user
}

/** Builds new users who are members of the organization, one with each of the roles. */
export async function buildMembers(
  app: TestApp,
  organizationId: string,
  roles: readonly (Role | null)[],
): Promise<TestUser[]> {
  const users = roles.map((role) => newUser(`${role ?? 'guest'} ${counter + 1}`))
  const { user, apiToken, member } = app.database.prisma
  await user.createMany({ data: users.map(({ token, ...data }) => data) })
  await apiToken.createMany({ data: users.map(({ id, token }) => ({ userId: id, ...tokenData(token) })) })
  await member.createMany({
    data: users.map(({ id }, index) => ({
      id: newId('Member'),
      organizationId,
      userId: id,
      role: roles[index] ?? null,
    })),
  })
  return users
}

/** Builds an organization with one admin. */
export async function buildOrganization(
  app: TestApp,
  options: { title?: string } = {},
): Promise<{ id: string; title: string; admin: TestUser }> {
  const admin = await buildUser(app)
  const title = options.title ?? 'Acme'
  const id = newId('Organization')
  await insertRow(app.database.write, 'Organization', { id, title, emailDomains: [] })
  await addMember(app, id, admin, 'ADMIN')
  return { id, title, admin }
}

/** Gives a user a role on a space, a collection or a site directly. */
export async function grant(
  app: TestApp,
  user: { id: string },
  role: Role,
  target: { spaceId: string } | { collectionId: string } | { siteId: string },
): Promise<void> {
  const run = app.database.write
  await insertRow(run, 'ContentPermission', {
    id: newId('ContentPermission'),
    userId: user.id,
    role,
    ...target,
  })
}
