import { newId } from '../../../src/base/identifiers.ts'
import type { TeamRole } from '../../../src/generated/prisma/enums.ts'
import type { TestApp } from '../app.ts'

/** Builds a team of the organization with these users in it. */
export async function buildTeam(
  app: TestApp,
  organization: { id: string },
  users: readonly { id: string }[] = [],
  { title = 'Team', role = 'MEMBER' }: { title?: string; role?: TeamRole } = {},
): Promise<{ id: string }> {
  return app.database.prisma.team.create({
    data: {
      id: newId('Team'),
      organizationId: organization.id,
      title,
      members: { create: users.map(({ id }) => ({ userId: id, role })) },
    },
    select: { id: true },
  })
}
