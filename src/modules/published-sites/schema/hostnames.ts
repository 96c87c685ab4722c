import { causeExtension } from '../../../graph/declare/cause.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../../graphql/payload.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { visibleField } from '../../../graphql/visible-field.ts'
import { Organization } from '../../organizations/schema.ts'
import { Site } from '../../sites/schema.ts'
import {
  type HostnameTarget,
  loadCustomHostname,
  loadSubdomain,
  removeCustomHostname,
  revalidateCustomHostname,
} from '../lookups/hostnames.ts'

const HostnameTargetTypeEnum = enumType('HostnameTargetType', 'The type of the target of a host name.', {
  ORGANIZATION: 'An organization.',
  SITE: 'A site.',
})

const HostnameTargetType = builder.objectRef<HostnameTarget>('HostnameTarget').implement({
  description: 'The target of a host name.',
  fields: (t) => ({
    type: t.field({
      type: HostnameTargetTypeEnum,
      description: 'Type of the target.',
      resolve: ({ siteId }) => (siteId === null ? 'ORGANIZATION' : 'SITE'),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.field(
      visibleField(Organization, 'organizationId', 'The organization. Null if the caller may not see it.'),
    ),
    siteId: t.exposeID('siteId', {
      nullable: true,
      description: 'Id of the site. Null for an organization.',
    }),
    site: t.field(
      visibleField(Site, 'siteId', 'The site. Null for an organization, or if the caller may not see it.'),
    ),
  }),
})

const isActive = 'Whether content is served at the host name.'
const target = 'Target of the host name.'

const Subdomain = builder.objectRef<HostnameTarget>('Subdomain').implement({
  description: 'The subdomain of an organization.',
  extensions: { rest: { object: 'subdomain' } },
  fields: (t) => ({
    subdomain: t.exposeString('name', { description: 'The subdomain, without the domain of the server.' }),
    target: t.field({ type: HostnameTargetType, description: target, resolve: (hostname) => hostname }),
    isActive: t.exposeBoolean('isActive', { description: isActive }),
  }),
})

const CustomHostnameUrls = urlsObject<HostnameTarget>('CustomHostnameUrls', {
  description: 'URLs of a host name.',
  of: 'the host name',
  location: ({ name }) => `/custom-hostnames/${name}`,
})

const CustomHostnameStatusEnum = enumType('CustomHostnameStatus', 'The status of a custom host name.', {
  LIVE: 'Content is served at it.',
  DNS_PASSED: {
    description: 'The organization has proven that it is its own, and publishes nothing there.',
    extensions: { rest: 'dns_passed' },
  },
  DNS_NO_CNAME: {
    description: 'The organization has not proven that it is its own: the TXT record is missing.',
    extensions: { rest: 'dns_no_cname' },
  },
})

const statusOf = ({ isActive: serves, isProven }: HostnameTarget) => {
  if (serves) return 'LIVE'
  return isProven ? 'DNS_PASSED' : 'DNS_NO_CNAME'
}

const CustomHostname = builder.objectRef<HostnameTarget>('CustomHostname').implement({
  description: 'A custom host name of a site or an organization.',
  extensions: { rest: { object: 'custom-hostname' } },
  fields: (t) => ({
    hostname: t.exposeString('name', { description: 'The host name, such as `docs.example.com`.' }),
    target: t.field({ type: HostnameTargetType, description: target, resolve: (hostname) => hostname }),
    isActive: t.exposeBoolean('isActive', { description: isActive }),
    status: t.field({
      type: CustomHostnameStatusEnum,
      description: 'Status of the host name.',
      resolve: statusOf,
    }),
    urls: t.field({
      type: CustomHostnameUrls,
      description: 'URLs of the host name.',
      resolve: (hostname) => hostname,
    }),
  }),
})

builder.queryFields((t) => ({
  subdomain: t.field({
    extensions: {
      [causeExtension]: 'Its target is of the type that names of sites have too, which is no row.',
    },
    type: Subdomain,
    description: 'The organization with a subdomain.',
    permission: 'organization:view',
    args: {
      subdomain: t.arg.string({
        required: true,
        description: 'The subdomain, without the domain of the server.',
      }),
    },
    resolve: (_root, { subdomain }, context) => loadSubdomain(context, subdomain),
  }),
  customHostname: t.field({
    extensions: { [causeExtension]: 'Either a site or an organization has the name.' },
    type: CustomHostname,
    description: 'The target of a custom host name.',
    permission: 'site:view',
    args: {
      hostname: t.arg.string({ required: true, description: 'The host name, such as `docs.example.com`.' }),
    },
    resolve: (_root, { hostname }, context) => loadCustomHostname(context, hostname),
  }),
}))

builder.mutationFields((t) => {
  const hostname = t.arg.string({
    required: true,
    description: 'The host name, such as `docs.example.com`.',
  })
  return {
    revalidateCustomHostname: mutation(t, {
      description:
        'Looks up again whether the organization has proven that the host name of a site is its own. One that is proven stays so.',
      permission: 'site:administer',
      args: { hostname },
      target: { type: 'CustomHostname' },
      payload: {
        customHostname: CustomHostname,
        site: readAfter(Site, 'The site that has it. Null if the caller may not see it.'),
      },
      resolve: async (_root, args, context) => {
        const customHostname = await revalidateCustomHostname(context, args.hostname)
        return { customHostname, site: customHostname.siteId }
      },
    }),
    removeCustomHostname: mutation(t, {
      description:
        'Takes a host name from the site that has it. The site stays at its address without the name.',
      permission: 'site:administer',
      args: { hostname },
      target: { type: 'Site' },
      payload: {
        site: readAfter(Site, 'The site that had it. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, args, context) => ({
        site: (await removeCustomHostname(context, args.hostname)).id,
      }),
    }),
  }
})
