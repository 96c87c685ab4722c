import type { Site, Space } from '../../generated/prisma/client.ts'
import { deleteSpec } from '../../modules/openapi-specs/service.ts'
import { deleteSite } from '../../modules/sites/service.ts'
import { deleteSpace } from '../../modules/spaces/service.ts'
import type { Context } from '../../request/context.ts'
import { operate } from './operate.ts'

/** Objects that an import of a site has made so far, which are removed if the import fails. */
export class CreatedObjects {
  readonly spaces: Space[] = []
  /** The names of specifications. */
  readonly specs: string[] = []
  site: Site | null = null
  readonly #context: Context
  readonly #organizationId: string

  constructor(context: Context, organizationId: string) {
    this.#context = context
    this.#organizationId = organizationId
  }

  /** Removes all, and returns what became of it: spaces go to the trash, and what cannot be removed is named. */
  async remove(): Promise<string> {
    const left: string[] = []
    const attempt = async (request: string, run: () => Promise<unknown>) => {
      try {
        await run()
      } catch {
        left.push(`  DELETE /v1/${request}`)
      }
    }
    const organizationId = this.#organizationId
    const { site, specs, spaces } = this
    if (site) await attempt(`orgs/${organizationId}/sites/${site.id}`, () => this.#deleteSite(site))
    for (const slug of specs)
      await attempt(`orgs/${organizationId}/openapi/${slug}`, () => this.#deleteSpec(slug))
    for (const space of spaces) await attempt(`spaces/${space.id}`, () => this.#deleteSpace(space))
    if (left.length > 0)
      return ['Not all that was made could be removed. Remove the rest with these requests:', ...left].join(
        '\n',
      )
    if (spaces.length === 0) return 'Nothing was made.'
    return `What was made until then is removed again; the spaces are in the trash: ${spaces.map(({ id }) => id).join(', ')}.`
  }

  #deleteSite({ id }: Site): Promise<unknown> {
    const operation = { action: 'deleteSite', type: 'Site', permission: 'site:administer', id } as const
    const address = { organizationId: this.#organizationId, siteId: id }
    return operate(this.#context, operation, (context) => deleteSite(context, address))
  }

  #deleteSpec(slug: string): Promise<unknown> {
    const id = this.#organizationId
    return operate(
      this.#context,
      {
        action: 'deleteOpenAPISpec',
        type: 'OpenAPISpec',
        permission: 'organization:create-openapi-spec',
        id,
        creates: true,
      },
      (context) => deleteSpec(context, { organizationId: id, slug }),
    )
  }

  #deleteSpace({ id }: Space): Promise<unknown> {
    const operation = { action: 'deleteSpace', type: 'Space', permission: 'space:administer', id } as const
    return operate(this.#context, operation, (context) => deleteSpace(context, id))
  }
}
