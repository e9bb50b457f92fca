// Who can sign in here. Yours come from your database; what counts is that your server says who they are.
export const users = {
  maeve: {
    name: 'Maeve Byrne',
    title: 'Regional manager, UK & Ireland',
    language: 'en-GB',
    embedContext: {
      username: 'maeve@larkfell.test',
      privileges: { sales: ['view', 'contribute'] },
      attributes: { region: 'UK & Ireland' },
    },
  },
  jonas: {
    name: 'Jonas Weber',
    title: 'Leiter Finanzen',
    language: 'de-DE',
    embedContext: {
      username: 'jonas@larkfell.test',
      privileges: { sales: ['view', 'contribute', 'validate'] },
      groups: ['finance'],
    },
  },
};
