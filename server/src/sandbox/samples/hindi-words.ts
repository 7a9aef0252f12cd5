/** The Hindi for each English word on a card; other words are omitted from the Hindi line. */
const HINDI: Readonly<Record<string, string>> = {
  Arjun: 'अर्जुन',
  Rohan: 'रोहन',
  Vikram: 'विक्रम',
  Sanjay: 'संजय',
  Imran: 'इमरान',
  Joseph: 'जोसेफ',
  Karthik: 'कार्तिक',
  Manoj: 'मनोज',
  Naveen: 'नवीन',
  Prakash: 'प्रकाश',
  Suresh: 'सुरेश',
  Anita: 'अनीता',
  Deepika: 'दीपिका',
  Farida: 'फरीदा',
  Kavya: 'काव्या',
  Lakshmi: 'लक्ष्मी',
  Meena: 'मीना',
  Nisha: 'निशा',
  Pooja: 'पूजा',
  Rekha: 'रेखा',
  Sunita: 'सुनीता',
  Usha: 'उषा',
  Bansal: 'बंसल',
  Chauhan: 'चौहान',
  Desai: 'देसाई',
  Fernandes: 'फर्नांडिस',
  Gowda: 'गौड़ा',
  Iyer: 'अय्यर',
  Kapoor: 'कपूर',
  Mehta: 'मेहता',
  Nair: 'नायर',
  Reddy: 'रेड्डी',
  Sharma: 'शर्मा',
  'S/O': 'आत्मज',
  'D/O': 'आत्मजा',
  Nehru: 'नेहरू',
  Gandhi: 'गांधी',
  Temple: 'मंदिर',
  Station: 'स्टेशन',
  Lake: 'लेक',
  View: 'व्यू',
  Market: 'मार्केट',
  Street: 'स्ट्रीट',
  Road: 'रोड',
  Lane: 'लेन',
  Jayanagar: 'जयनगर',
  Andheri: 'अंधेरी',
  East: 'पूर्व',
  Anna: 'अन्ना',
  Nagar: 'नगर',
  Salt: 'साल्ट',
  Gomti: 'गोमती',
  Bengaluru: 'बेंगलुरु',
  Mumbai: 'मुंबई',
  Chennai: 'चेन्नई',
  Kolkata: 'कोलकाता',
  Lucknow: 'लखनऊ',
  Karnataka: 'कर्नाटक',
  Maharashtra: 'महाराष्ट्र',
  Tamil: 'तमिल',
  Nadu: 'नाडु',
  West: 'पश्चिम',
  Bengal: 'बंगाल',
  Uttar: 'उत्तर',
  Pradesh: 'प्रदेश',
};

/** A sample person's text in Hindi; numbers and commas are copied. */
export function inHindi(text: string): string {
  return text
    .split(' ')
    .map((word) => {
      const bare = word.replace(/,$/, '');
      const hindi = /^\d+$/.test(bare) ? bare : HINDI[bare];
      return hindi === undefined ? '' : hindi + word.slice(bare.length);
    })
    .filter((word) => word !== '')
    .join(' ');
}
