-- What decides who sees a space or a member is in the index by which they are counted.
DROP INDEX "Space_organizationId_id_deletedAt_effectiveLevel_idx";
CREATE INDEX "Space_organizationId_id_deletedAt_effectiveLevel_parentId_a_idx"
  ON "Space" ("organizationId", "id", "deletedAt", "effectiveLevel", "parentId", "ancestors");
DROP INDEX "Member_organizationId_lastSeenAt_id_idx";
CREATE INDEX "Member_organizationId_lastSeenAt_id_disabled_idx"
  ON "Member" ("organizationId", "lastSeenAt", "id", "disabled");
