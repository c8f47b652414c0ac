-- Whoever keeps gateways is told before a certificate lapses, a month ahead and once more in its last days: when last.

alter table iot_certificate add column warned_at timestamptz;
