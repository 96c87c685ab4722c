import type { Narrator } from './narrator.ts'

/** A space is connected with a branch, whose changes are taken, and those of the space pushed. */
export async function gitSync({ app, organization, client }: Narrator): Promise<void> {
  const { orgs, spaces } = client
  const { data: space } = await orgs.createSpace(organization.id, { title: 'Docs as code' })
  const url = 'https://github.com/acme/docs'
  await app
    .as(organization.admin)
    .put(`/spaces/${space.id}/git`, { url, direction: 'from-git', token: 'secret' })
  await spaces.getSpaceGitInfo(space.id)
  // As it is after a sync, which no server is here for.
  const commitOid = 'a'.repeat(40)
  await app.database.prisma.gitLink.update({ where: { spaceId: space.id }, data: { commitOid } })
  await spaces.getSpaceGitInfo(space.id)
  await spaces.importGitRepository(space.id, { url, ref: 'refs/heads/main', force: true })
  await spaces.exportToGitRepository(space.id, { url, ref: 'main', commitMessage: 'Update the docs' })
}
