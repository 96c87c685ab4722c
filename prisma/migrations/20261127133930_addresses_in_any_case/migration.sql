-- Members are found by their email addresses, ignoring case; lists of teams are ordered by title.
CREATE INDEX "User_lower_email_idx" ON "User"(lower("email"));
CREATE INDEX "Team_organizationId_title_id_idx" ON "Team"("organizationId", lower("title"), "id");
