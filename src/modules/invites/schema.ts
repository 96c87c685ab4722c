import './schema/email-domains.ts'
import './schema/email-invites.ts'
import './schema/invite-links.ts'
