/** The security plugin's mark of a node among the alternative names of a certificate: a registered id. */
export const nodeMark = '1.2.3.4.5.5';
