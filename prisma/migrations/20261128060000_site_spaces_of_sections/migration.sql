-- Lists of the site-spaces of sections would be found by their sites: a section has few of all site-spaces again.
ALTER TABLE "SiteSpace" ALTER COLUMN "sectionId" RESET (n_distinct);
