-- Both have constant defaults, so that no table is written anew.
ALTER TABLE "Revision" ADD COLUMN "gitAuthors" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "GitLink" ADD COLUMN "aheadAuthors" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

DROP TRIGGER "GitLink_audit" ON "GitLink";
SELECT audit_table('GitLink', 'GitLink', 'token', 'webhookSecret', 'state', 'stateMessage', 'stateFile', 'stateLine', 'stateSince', 'problems', 'isAhead', 'aheadAuthors', 'conflictRequestId', 'commitOid', 'revisionId', 'syncedAt', 'checkedAt', 'dueAt', 'failures', 'runnerId', 'leaseUntil');
