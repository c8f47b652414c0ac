-- Which forms processes are started with is asked for each list of forms that people fill in.

create index workflow_version_form on workflow_version (form_id);
