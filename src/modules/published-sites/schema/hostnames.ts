import { builder } from '../../../graphql/builder.ts'
import { type HostnameTarget, loadCustomHostname, loadSubdomain } from '../lookups/hostnames.ts'

const HostnameTargetTypeEnum = builder.enumType('HostnameTargetType', {
  description: 'What has a name in addresses.',
  values: {
    ORGANIZATION: { description: 'An organization.' },
    SITE: { description: 'A site.' },
  } as const,
})

const HostnameTargetType = builder.objectRef<HostnameTarget>('HostnameTarget').implement({
  description: 'Where a name in addresses leads.',
  fields: (t) => ({
    type: t.field({
      type: HostnameTargetTypeEnum,
      description: 'What it leads to.',
      resolve: ({ siteId }) => (siteId === null ? 'ORGANIZATION' : 'SITE'),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    siteId: t.exposeID('siteId', { nullable: true, description: 'Id of the site, if it leads to one.' }),
  }),
})

const isActive = 'Whether something is served there.'
const target = 'Where it leads.'

const Subdomain = builder.objectRef<HostnameTarget>('Subdomain').implement({
  description: 'The name of an organization in addresses.',
  extensions: { rest: { object: 'subdomain' } },
  fields: (t) => ({
    subdomain: t.exposeString('name', { description: 'The name.' }),
    target: t.field({ type: HostnameTargetType, description: target, resolve: (hostname) => hostname }),
    isActive: t.exposeBoolean('isActive', { description: isActive }),
  }),
})

const CustomHostnameUrls = builder.objectRef<HostnameTarget>('CustomHostnameUrls').implement({
  description: 'Addresses of a host name.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The host name in the REST API.',
      resolve: ({ name }, _args, { config }) => `${config.baseUrl}/v1/custom-hostnames/${name}`,
    }),
  }),
})

const CustomHostname = builder.objectRef<HostnameTarget>('CustomHostname').implement({
  description: 'A host name that a site or an organization has for itself.',
  extensions: { rest: { object: 'custom-hostname' } },
  fields: (t) => ({
    hostname: t.exposeString('name', { description: 'The host name.' }),
    target: t.field({ type: HostnameTargetType, description: target, resolve: (hostname) => hostname }),
    isActive: t.exposeBoolean('isActive', { description: isActive }),
    urls: t.field({
      type: CustomHostnameUrls,
      description: 'Its addresses.',
      resolve: (hostname) => hostname,
    }),
  }),
})

builder.queryFields((t) => ({
  subdomain: t.field({
    type: Subdomain,
    description: 'The organization with a name in addresses.',
    permission: 'organization:view',
    args: { subdomain: t.arg.string({ required: true, description: 'The name.' }) },
    resolve: (_root, { subdomain }, context) => loadSubdomain(context, subdomain),
  }),
  customHostname: t.field({
    type: CustomHostname,
    description: 'What a host name of its own leads to.',
    permission: 'site:view',
    args: { hostname: t.arg.string({ required: true, description: 'The host name.' }) },
    resolve: (_root, { hostname }, context) => loadCustomHostname(context, hostname),
  }),
}))
