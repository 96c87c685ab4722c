-- The link of an invitation, which whoever sent it may pass on. Its secret is not in the audit log either.
ALTER TABLE "EmailInvite" ADD COLUMN "linkHash" TEXT;
CREATE UNIQUE INDEX "EmailInvite_linkHash_key" ON "EmailInvite"("linkHash");
DROP TRIGGER "EmailInvite_audit" ON "EmailInvite";
SELECT audit_table('EmailInvite', 'EmailInvite', 'secretHash', 'linkHash');
