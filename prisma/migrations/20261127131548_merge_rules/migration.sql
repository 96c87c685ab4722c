-- What a change request must meet to be merged: null for the rules of the organization, or for none of an organization.
ALTER TABLE "Organization" ADD COLUMN "mergeRules" JSONB;
ALTER TABLE "Space" ADD COLUMN "mergeRules" JSONB;
