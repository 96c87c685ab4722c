import { causeExtension } from '../../graph/declare/cause.ts'
import { extend } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { Organization } from '../organizations/schema.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'

const Integration = builder
  .objectRef<{ readonly name: string; readonly title: string }>('Integration')
  .implement({
    description: 'An integration with another service. A self-hosted server has none.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The name, unique among all integrations.' }),
      title: t.exposeString('title', { description: 'The title of the integration.' }),
    }),
  })

const SiteMcpServer = builder
  .objectRef<{ readonly name: string; readonly url: string }>('SiteMcpServer')
  .implement({
    description:
      'A server that the assistant of a site would ask. The sites of a self-hosted server have no assistant.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The name of the server.' }),
      url: t.expose('url', { type: 'URL', description: 'The address of the server.' }),
    }),
  })

// Clients list integrations before they do anything else, so that an empty list serves them better than an error.
builder.queryField('integrations', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It reads no row.' },
    type: [Integration],
    nullable: true,
    description:
      'The integrations that can be installed. Always empty on a self-hosted server. Null only with an error.',
    permission: 'authenticated',
    resolve: () => [],
  }),
)

extend(Organization, (t) => ({
  integrations: t.computed({
    type: [Integration],
    from: [],
    resolve: () => [],
    description: 'The integrations of the organization. Always empty on a self-hosted server.',
  }),
}))

extend(Site, (t) => ({
  integrations: t.computed({
    type: [Integration],
    from: [],
    resolve: () => [],
    description: 'The integrations of the site. Always empty on a self-hosted server.',
  }),
  mcpServers: t.computed({
    type: [SiteMcpServer],
    from: [],
    resolve: () => [],
    description:
      'The servers that the assistant of the site asks. Always empty on a self-hosted server, whose sites have no assistant and are MCP servers for those of their readers.',
  }),
}))

extend(Space, (t) => ({
  integrations: t.computed({
    type: [Integration],
    from: [],
    resolve: () => [],
    description: 'The integrations of the space. Always empty on a self-hosted server.',
  }),
}))
