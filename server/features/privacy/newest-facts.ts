/** SQL: joins the newest analysis `x` of each conversation `s`, if there is one. */
export const NEWEST_ANALYSIS = `LEFT JOIN LATERAL (
    SELECT * FROM extracts e WHERE e.session_id = s.id ORDER BY e.seq DESC, e.id DESC LIMIT 1
  ) AS x ON true`;

/** SQL: the newest value over conversations `s` that is not null. */
export const newest = (value: string): string =>
  `(array_agg(${value} ORDER BY s.started_at DESC) FILTER (WHERE ${value} IS NOT NULL))[1]`;

/** SQL: the facts of a lead, from the analyses `x` of conversations `s`. */
export const NEWEST_FACTS = `${newest(`x.entities ->> 'person_name'`)} AS name,
  ${newest(`x.entities ->> 'contact_email'`)} AS email, ${newest(`x.entities ->> 'contact_phone'`)} AS phone,
  ${newest('x.company')} AS company, ${newest(`x.entities ->> 'role'`)} AS role`;
/** SQL: sets them in a lead, from a row `n`. */
export const SET_FACTS = `name = n.name, email = n.email, email_normalised = lower(n.email), phone = n.phone,
  company = n.company, role = n.role`;
