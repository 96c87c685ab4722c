-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "sincePosition" BIGINT NOT NULL DEFAULT 0;

-- The position is of no interest in the audit log and in events, and would tell how many events the installation has.
DROP TRIGGER "Webhook_audit" ON "Webhook";

SELECT audit_table('Webhook', 'Webhook', 'secret', 'formerSecret', 'sincePosition');
