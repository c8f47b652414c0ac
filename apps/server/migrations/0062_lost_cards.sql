-- Each minute: what holds money on a card that can pay no more, and which delivered samples lie in a lab. Both are few of many.
create index booking_held on booking (fund_card_id) where held_fen > 0;
create index booking_sample_received on booking_sample (booking_id) where state = 'received';
