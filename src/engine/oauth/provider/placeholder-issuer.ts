/** What can't be a real issuer; it stands where oauth4webapi insists on one and none is known (case 7). */
export const placeholderIssuer = 'https://issuer.invalid'
