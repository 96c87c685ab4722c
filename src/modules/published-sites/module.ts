import type { Module } from '../module.ts'
import { publishedSiteJobs } from './jobs.ts'

export const publishedSitesModule: Module = {
  name: 'published-sites',
  imports: [
    'insights',
    'organizations',
    'collections',
    'spaces',
    'content',
    'change-requests',
    'search',
    'sites',
    'visitors',
    'site-spaces',
    'site-sections',
    'customizations',
    'site-images',
    'share-links',
    'publishing',
    'redirects',
  ],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).publishedSiteRoutes,
  pathParameters: {
    hostname: 'Host name, for example `docs.example.com`.',
    subdomain: 'Subdomain, for example `acme`.',
  },
  jobs: publishedSiteJobs,
}
