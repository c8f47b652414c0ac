-- Pages of figures count a campus's instruments, of whose rows they want two columns: from an index that has them.
create index device_in_lab on device (lab_id, id) where status <> 'scrapped';
