ALTER TABLE "GitLink" ADD COLUMN "stateProblem" JSONB;

DROP TRIGGER "GitLink_audit" ON "GitLink";
SELECT audit_table('GitLink', 'GitLink', 'token', 'webhookSecret', 'state', 'stateMessage', 'stateProblem', 'stateFile', 'stateLine', 'stateSince', 'problems', 'isAhead', 'aheadAuthors', 'conflictRequestId', 'commitOid', 'revisionId', 'syncedAt', 'checkedAt', 'dueAt', 'failures', 'runnerId', 'leaseUntil');
