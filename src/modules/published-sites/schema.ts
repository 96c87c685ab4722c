import './schema/published-site.ts'
import './schema/lookups.ts'
import './schema/hostnames.ts'
import './schema/site-search.ts'
