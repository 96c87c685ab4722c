-- Nothing wrote or read it, and no version that knows it was released.
ALTER TABLE "GitLink" DROP COLUMN "keptOids";

DROP TRIGGER "GitLink_audit" ON "GitLink";
SELECT audit_table('GitLink', 'GitLink', 'token', 'webhookSecret', 'state', 'stateMessage', 'stateFile', 'stateLine', 'stateSince', 'problems', 'isAhead', 'conflictRequestId', 'commitOid', 'revisionId', 'syncedAt', 'checkedAt', 'dueAt', 'failures', 'runnerId', 'leaseUntil');
