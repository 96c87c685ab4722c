CREATE INDEX "ChangeRequest_organizationId_subject_idx" ON "ChangeRequest" USING gin ("organizationId", lower(subject) gin_trgm_ops);
